export * from './arrival.js';
export * from './failure.js';
export * from './lease.js';
export * from './operation.js';
export * from './order.js';
export * from './phase.js';
export * from './thread.js';
