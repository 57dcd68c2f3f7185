import { useWorkerList } from '../../api/workers.js';
import { Page } from '../../components/page.js';
import { workerColumns } from '../../components/worker-table.js';
import { LiveTable } from '../../table/live-table.js';

/** Workers seen in the last minutes. */
export const WorkersPage = () => (
  <Page title="Workers" fills>
    <LiveTable
      fills
      label="Workers"
      columns={workerColumns}
      list={useWorkerList()}
      isFiltered={false}
      whenEmpty="A worker is listed for five minutes after its last call for tasks."
    />
  </Page>
);
