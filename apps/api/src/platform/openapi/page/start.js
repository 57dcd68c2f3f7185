/* global SwaggerUIBundle */
const pages = document.getElementById('pages');
const response = await fetch('/openapi.json', { headers: { accept: 'application/json' } });
if (response.ok) {
  SwaggerUIBundle({ spec: await response.json(), domNode: pages, deepLinking: true });
} else {
  const link = document.createElement('a');
  link.href = '/';
  link.textContent = 'Sign in to the console';
  pages.append(link, ' to read the description of the API, then come back to this page.');
}
