import { Page } from '../../components/page.js';

/** Who may call. */
export const SettingsPage = () => (
  <Page title="Settings">
    <p className="why">API keys are made with POST /v1/api-keys.</p>
  </Page>
);
