// The chosen theme stands before anything is drawn; without a choice the system's holds.
{
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
