/** Sets the scheme before the first paint: an inline script would need a hole in the content security policy. */
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
document.documentElement.dataset['mantineColorScheme'] = prefersDark.matches ? 'dark' : 'light';
