import { createApplication, type SpoolApplication } from './create-application.js';
import { weaknessOfGivenPassword, type FirstCredentials } from './first-start/first-credentials.js';
import { ConfigError, readConfig, serviceUrl, type Config } from './platform/config/config.js';
import { unknownSettings } from './platform/config/unknown-settings.js';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** What was given is known already, and the log is no place for it. */
const printFirstCredentials = ({ username, password, apiKey }: FirstCredentials, config: Config): void =>
  print(
    `This is the first start. Sign in as "${username}" with the password ${config.adminPassword === null ? password : 'of SPOOL_ADMIN_PASSWORD'}\n` +
      `API key: ${config.apiKey === null ? apiKey : 'the one of SPOOL_API_KEY'}\n` +
      `Both are kept in ${config.dataDirectory}/first-credentials.json and not shown again.`,
  );

const tellFirstCredentials = async ({ firstCredentials, parts }: SpoolApplication): Promise<void> => {
  if (firstCredentials === null) return;
  printFirstCredentials(firstCredentials, parts.config);
  const weakness = await weaknessOfGivenPassword(parts.config, firstCredentials);
  if (weakness !== null)
    parts.logger.warn(`SPOOL_ADMIN_PASSWORD is weak, change it in Settings. ${weakness}`);
};

const stopOn = (signals: readonly NodeJS.Signals[], application: SpoolApplication): void => {
  const { config, logger } = application.parts;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    const deadline = setTimeout(() => {
      logger.error(`The service did not stop within ${config.shutdownTimeoutMs} ms`);
      process.exit(1);
    }, config.drainDelayMs + config.shutdownTimeoutMs);
    deadline.unref();
    await application.close();
    process.exit(0);
  };
  for (const signal of signals) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        logger.fatal({ err: error }, 'The service did not stop cleanly');
        process.exit(1);
      });
    });
  }
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const application = await createApplication(config);
  for (const sentence of unknownSettings(process.env)) application.parts.logger.warn(sentence);
  stopOn(['SIGTERM', 'SIGINT'], application);
  // Before anything else can fail: no later start shows them.
  await tellFirstCredentials(application);
  await application.listen();
  print(`Spool is ready at ${serviceUrl(config)}`);
};

try {
  await start();
} catch (error) {
  const text =
    error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`Spool cannot start. ${text}\n`);
  process.exit(1);
}
