package metrics

import "golang.org/x/sys/windows"

func processorTime() float64 {
	var began, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &began, &ended, &kernel, &user); err != nil {
		return -1
	}
	count := func(t windows.Filetime) float64 {
		return float64(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) / 1e7
	}
	return count(kernel) + count(user)
}
