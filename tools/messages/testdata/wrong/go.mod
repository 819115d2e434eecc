module deuces/wrong

go 1.26
