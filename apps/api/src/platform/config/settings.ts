import { checkApiKey, checkDatabaseUrl, checkPassword, checkProxy, checkPublicUrl } from './checks.js';
import { checkRedactionPath } from '../redaction/redaction-path.js';
import {
  choiceSetting,
  listSetting,
  requiredTextSetting,
  textSetting,
  wholeNumberSetting,
} from './setting.js';
import { signInSettings } from './sign-in-settings.js';

/** Every setting of the service: a new one is one entry here and one line in docs/operations.md. */
export const settings = {
  port: wholeNumberSetting({
    name: 'PORT',
    meaning: 'Port of REST and console',
    fallback: 3_000,
    minimum: 1,
    maximum: 65_535,
  }),
  host: textSetting({
    name: 'HOST',
    meaning: 'Address to listen on; 0.0.0.0 for all',
    fallback: '127.0.0.1',
    range: 'a host name or address',
  }),
  databaseUrl: requiredTextSetting({
    name: 'DATABASE_URL',
    meaning: 'The database; `npm start` brings a private one when it is not set',
    range: 'mysql://user:password@host:port/name',
    check: checkDatabaseUrl,
  }),
  dataDirectory: textSetting({
    name: 'SPOOL_DATA_DIR',
    meaning: 'Folder of the private database and of first-credentials.json',
    fallback: '.data',
    range: 'a folder',
  }),
  publicUrl: textSetting({
    name: 'SPOOL_PUBLIC_URL',
    meaning: 'Address under which browsers reach Spool, behind a proxy',
    fallback: null,
    range: 'an http or https address without a path',
    check: checkPublicUrl,
  }),
  trustedProxies: listSetting({
    name: 'SPOOL_TRUSTED_PROXIES',
    meaning: 'Proxies whose X-Forwarded-* headers are believed',
    range: 'addresses and networks, separated by commas',
    check: checkProxy,
  }),
  adminPassword: textSetting({
    name: 'SPOOL_ADMIN_PASSWORD',
    meaning: 'First start: the password of the operator admin, instead of a random one',
    fallback: null,
    range: '8 to 1000 characters',
    check: checkPassword,
  }),
  apiKey: textSetting({
    name: 'SPOOL_API_KEY',
    meaning: 'First start: the first API key, instead of a random one',
    fallback: null,
    range: 'spool_<id>_<secret>',
    check: checkApiKey,
  }),
  ...signInSettings,
  databasePoolSize: wholeNumberSetting({
    name: 'SPOOL_DATABASE_POOL_SIZE',
    meaning: 'Database connections of a replica; three more serve credentials, health and keepalives',
    fallback: 10,
    minimum: 2,
    maximum: 1_000,
  }),
  databaseWaitMs: wholeNumberSetting({
    name: 'SPOOL_DATABASE_WAIT_MS',
    meaning: 'How long a start waits for the database to answer',
    fallback: 60_000,
    minimum: 0,
    maximum: 3_600_000,
  }),
  migrations: choiceSetting({
    name: 'SPOOL_MIGRATIONS',
    meaning: 'A start runs missing migrations, or refuses to start without (manual)',
    choices: ['auto', 'manual'],
    fallback: 'auto',
  }),
  consoleDirectory: textSetting({
    name: 'SPOOL_CONSOLE_DIR',
    meaning: 'Folder of the built console, instead of the one beside the API',
    fallback: null,
    range: 'a folder',
  }),
  logLevel: choiceSetting({
    name: 'SPOOL_LOG_LEVEL',
    meaning: 'Least important log line to write; debug has a line a request',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    fallback: 'info',
  }),
  drainDelayMs: wholeNumberSetting({
    name: 'SPOOL_DRAIN_DELAY_MS',
    meaning: 'How long a stop serves on while readiness says 503, so that load balancers turn away',
    fallback: 0,
    minimum: 0,
    maximum: 300_000,
  }),
  metricsQueues: wholeNumberSetting({
    name: 'SPOOL_METRICS_QUEUES',
    meaning: 'Queues with metrics of their own, the oldest first; the rest is told together',
    fallback: 200,
    minimum: 1,
    maximum: 5_000,
  }),
  shutdownTimeoutMs: wholeNumberSetting({
    name: 'SPOOL_SHUTDOWN_TIMEOUT_MS',
    meaning: 'How long a stop may take after that before it is forced',
    fallback: 15_000,
    minimum: 100,
    maximum: 600_000,
  }),
  redactedPaths: listSetting({
    name: 'SPOOL_REDACTED_PATHS',
    meaning: 'What of payloads, results and progress only workers see',
    range: 'paths such as /card/number, /items/*/iban, /**/password, separated by commas',
    check: checkRedactionPath,
  }),
  callerRequestsPerSecond: wholeNumberSetting({
    name: 'SPOOL_REQUESTS_PER_CALLER',
    meaning: 'Requests a second that a replica takes of one API key or operator; 0 for no limit',
    fallback: 0,
    minimum: 0,
    maximum: 1_000_000,
  }),
  addressRequestsPerSecond: wholeNumberSetting({
    name: 'SPOOL_REQUESTS_PER_ADDRESS',
    meaning: 'Requests a second that a replica takes from one address; 0 for no limit',
    fallback: 0,
    minimum: 0,
    maximum: 1_000_000,
  }),
  auditRetentionDays: wholeNumberSetting({
    name: 'SPOOL_AUDIT_RETENTION_DAYS',
    meaning: 'How long the audit log remembers',
    fallback: 400,
    minimum: 1,
    maximum: 3_650,
  }),
  expireLeasesIntervalMs: wholeNumberSetting({
    name: 'SPOOL_EXPIRE_LEASES_INTERVAL_MS',
    meaning: 'Pause between two looks for lapsed leases (R7)',
    fallback: 250,
    minimum: 10,
    maximum: 60_000,
  }),
};
