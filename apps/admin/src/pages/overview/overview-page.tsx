import { Page } from '../../components/page.js';

/** What needs somebody, and how the work goes. */
export const OverviewPage = () => <Page title="Overview">{null}</Page>;
