import { problemsTogether } from './setting-combinations.js';
import { SettingProblem, type Setting } from './setting.js';
import { settings } from './settings.js';

type Settings = typeof settings;
type ValueOf<Given> = Given extends Setting<infer Value> ? Value : never;

/** The service's settings, read and checked. */
export type Config = { readonly [Name in keyof Settings]: ValueOf<Settings[Name]> };

/** The injection token of {@link Config}. */
export const CONFIG = Symbol('Config');

/** Settings that cannot be used; the message names every one that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const withoutEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** Reads the settings from the environment. Throws one {@link ConfigError} that names all that is wrong. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const textOf = (name: string): string | undefined => withoutEmpty(environment[name]);
  const problems: string[] = [];
  const readOne = ([key, setting]: [string, Setting<unknown>]): [string, unknown] => {
    const value = setting.read(textOf(setting.name));
    if (value instanceof SettingProblem) problems.push(`${setting.name} ${value.message}`);
    return [key, value];
  };
  const values: unknown = Object.fromEntries(Object.entries<Setting<unknown>>(settings).map(readOne));
  problems.push(...problemsTogether(textOf));
  if (problems.length === 0) return values as Config;
  throw new ConfigError(
    `These settings are wrong:\n${problems.map((problem) => `  ${problem}.`).join('\n')}\nEvery setting is described in docs/operations.md.`,
  );
};

/** The address under which users reach the service. */
export const serviceUrl = (config: Config): string => {
  if (config.publicUrl !== null) return new URL(config.publicUrl).origin;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
};
