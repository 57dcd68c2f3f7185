import type { OperationPreview } from '@spool/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePreview, type OperationOrder } from '../../api/operations.js';
import { FactSkeletons } from '../../components/fact-skeletons.js';
import { Page, Section } from '../../components/page.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import type { PlanSearch } from '../../routes/search.js';
import { FilterWords } from './filter-words.js';
import { PlanForm } from './plan-form.js';
import { PreviewedThreads } from './previewed-threads.js';
import { PreviewSums } from './preview-sums.js';
import './plan-page.css';

const route = getRouteApi('/console/dlq/plan');

const orderOf = ({
  action = 'restart',
  thread,
  error,
  queue,
  type,
  group,
  from,
  to,
}: PlanSearch): OperationOrder => ({
  action,
  filter: {
    ...(queue === undefined ? {} : { queue }),
    ...(thread === undefined ? {} : { threadId: thread }),
    ...(type === undefined ? {} : { type }),
    ...(error === undefined ? {} : { errorType: error }),
    ...(group === undefined ? {} : { group }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  },
});

/** The first look takes the moment; from then on it stands in the address, and later deaths stay out. */
const useMoment = (preview: OperationPreview | undefined): void => {
  const { to }: PlanSearch = route.useSearch();
  const navigate = route.useNavigate();
  const takenAt = preview?.takenAt;
  useEffect(() => {
    if (to !== undefined || takenAt === undefined) return;
    void navigate({ search: (before) => ({ ...before, to: takenAt }), replace: true });
  }, [to, takenAt, navigate]);
};

const titles = { restart: 'Restart dead tasks', delete: 'Delete dead tasks' } as const;

/** The steps between dead tasks and an operation on them: which, what would happen, and how. */
export const PlanPage = () => {
  const search: PlanSearch = route.useSearch();
  const order = orderOf(search);
  const query = usePreview(order);
  // What is still shown of the look before belongs to this plan only once it has its moment.
  const isOfOther = query.isPlaceholderData && search.to === undefined;
  const preview = isOfOther ? undefined : query.data?.pages[0];
  useMoment(preview);
  const threads = query.data?.pages.flatMap((page) => page.threads.items) ?? [];
  const { filter } = order;
  return (
    <Page title={titles[order.action]} above={<Link to="/dlq">Dead letter queue</Link>}>
      <Section title="1. Which">
        <FilterWords filter={filter} />
        <p className="section-text faint">What dies after this moment stays out.</p>
      </Section>
      {query.error !== null && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.error === null && preview === undefined && <FactSkeletons />}
      {preview !== undefined && (
        <>
          <Section title="2. What would happen">
            <PreviewSums preview={preview} />
          </Section>
          <PlanForm order={order} preview={preview} />
          <PreviewedThreads
            action={order.action}
            threads={threads}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </Page>
  );
};
