import { readFileSync } from 'node:fs';
import { isNativeError } from 'node:util/types';

/** What was wrong with the text of a setting. */
export class SettingProblem {
  constructor(readonly message: string) {}
}

/** One setting of the service: an environment variable with a meaning, a default and a range. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly name: string;
  readonly meaning: string;
  /** For the documentation; an empty default means that the setting may be absent. */
  readonly defaultText: string;
  readonly range: string;
  /** Reads the variable's text; undefined when it is not set or empty. */
  read(text: string | undefined): Value | SettingProblem;
}

interface Description {
  readonly name: string;
  readonly meaning: string;
}

interface WholeNumberOptions extends Description {
  readonly fallback: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A whole number within bounds. */
export const wholeNumberSetting = (options: WholeNumberOptions): Setting<number> => ({
  name: options.name,
  meaning: options.meaning,
  defaultText: String(options.fallback),
  range: `${options.minimum} to ${options.maximum}`,
  read(text) {
    if (text === undefined) return options.fallback;
    const value = Number(text);
    const isWithin = Number.isSafeInteger(value) && value >= options.minimum && value <= options.maximum;
    if (isWithin && /^[0-9]+$/.test(text)) return value;
    return new SettingProblem(`is a whole number from ${options.minimum} to ${options.maximum}`);
  },
});

interface ChoiceOptions<Choice extends string> extends Description {
  readonly choices: readonly Choice[];
  readonly fallback: Choice;
}

/** One of several words. */
export const choiceSetting = <Choice extends string>(options: ChoiceOptions<Choice>): Setting<Choice> => ({
  name: options.name,
  meaning: options.meaning,
  defaultText: options.fallback,
  range: options.choices.join(', '),
  read(text) {
    if (text === undefined) return options.fallback;
    const found = options.choices.find((choice) => choice === text);
    return found ?? new SettingProblem(`is one of ${options.choices.join(', ')}`);
  },
});

interface TextOptions<Fallback> extends Description {
  readonly fallback: Fallback;
  readonly range: string;
  /** Says what is wrong with a text, or nothing. */
  readonly check?: (text: string) => string | null;
}

/** A text, with a check of its own. The message of a refusal never repeats the text: it may be a secret. */
export const textSetting = <Fallback extends string | null>(
  options: TextOptions<Fallback>,
): Setting<string | Fallback> => ({
  name: options.name,
  meaning: options.meaning,
  defaultText: options.fallback ?? '',
  range: options.range,
  read(text) {
    if (text === undefined) return options.fallback;
    const trouble = options.check?.(text) ?? null;
    return trouble === null ? text : new SettingProblem(trouble);
  },
});

interface RequiredTextOptions extends Description {
  readonly range: string;
  readonly check: (text: string) => string | null;
}

/** A text that must be there. */
export const requiredTextSetting = (options: RequiredTextOptions): Setting<string> => ({
  name: options.name,
  meaning: options.meaning,
  defaultText: '',
  range: options.range,
  read(text) {
    const trouble = options.check(text ?? '');
    return trouble === null && text !== undefined ? text : new SettingProblem(trouble ?? 'is required');
  },
});

interface FileOptions extends Description {
  readonly range: string;
  readonly check: (content: string) => string | null;
}

const readOrSay = (file: string): string | SettingProblem => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code: unknown = isNativeError(error) ? Reflect.get(error, 'code') : undefined;
    return new SettingProblem(
      `is a file that can be read (${typeof code === 'string' ? code : 'it cannot'})`,
    );
  }
};

/** A file that is read once, at the start: the value is what stands in it. */
export const fileSetting = (options: FileOptions): Setting<string | null> => ({
  name: options.name,
  meaning: options.meaning,
  defaultText: '',
  range: options.range,
  read(text) {
    if (text === undefined) return null;
    const content = readOrSay(text);
    if (content instanceof SettingProblem) return content;
    const trouble = options.check(content);
    return trouble === null ? content : new SettingProblem(trouble);
  },
});

interface ListOptions extends Description {
  readonly range: string;
  readonly check: (entry: string) => string | null;
}

/** A comma-separated list; empty by default. */
export const listSetting = (options: ListOptions): Setting<readonly string[]> => ({
  name: options.name,
  meaning: options.meaning,
  defaultText: '',
  range: options.range,
  read(text) {
    const entries = (text ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    const troubles = entries.flatMap((entry) => options.check(entry) ?? []);
    return troubles[0] === undefined ? entries : new SettingProblem(troubles[0]);
  },
});
