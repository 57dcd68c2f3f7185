import { Page } from '../../components/page.js';

/** Bulk work on dead tasks. */
export const OperationsPage = () => (
  <Page title="Operations">
    <div className="notice">
      <h2>Nothing here yet</h2>
      <p>Bulk restarts and deletions of dead tasks are shown here while they run, and after.</p>
    </div>
  </Page>
);
