package store

func becomeNobody() error { return nil }
