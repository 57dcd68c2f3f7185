import type { z } from 'zod';
import { requestSchema, type JsonSchema } from './json-schema.js';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: unknown;
}

const propertiesOf = (schema: JsonSchema): [string, unknown][] => {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
};

const requiredOf = (schema: JsonSchema): ReadonlySet<unknown> =>
  new Set(Array.isArray(schema['required']) ? schema['required'] : []);

/** The parameters that an object schema describes. */
export const parametersOf = (place: Parameter['in'], schema: z.ZodType | undefined): Parameter[] => {
  if (schema === undefined) return [];
  const described = requestSchema(schema);
  const required = requiredOf(described);
  return propertiesOf(described).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }));
};
