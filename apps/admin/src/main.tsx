import './theme/without-eval.js';
import './theme/color-scheme.js';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/tokens.css';
import './theme/overlays.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.js';
import { LiveContext } from './live/live-context.js';
import { refreshScreen } from './live/live-refresh.js';
import { LiveSource } from './live/live-source.js';
import { createAppRouter } from './router.js';
import { cssVariablesResolver, theme } from './theme/theme.js';

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname.startsWith('/sign-in')) return;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { from: href } });
});
const router = createAppRouter(queryClient);
const live = new LiveSource(() => refreshScreen(queryClient));
live.start();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <LiveContext value={live}>
          <RouterProvider router={router} />
        </LiveContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
