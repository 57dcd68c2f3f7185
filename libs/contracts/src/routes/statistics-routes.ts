import { route } from '../route.js';
import { statistics, statisticsQuery } from '../statistics.js';

/** How things go. */
export const statisticsRoutes = {
  getStatistics: route({
    method: 'GET',
    path: '/v1/statistics',
    permission: ['read'],
    summary: 'Rates, latencies and depth over time',
    query: statisticsQuery,
    answers: { 200: statistics },
  }),
};
