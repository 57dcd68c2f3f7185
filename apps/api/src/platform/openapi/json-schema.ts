import { z } from 'zod';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Direction = 'input' | 'output';

/** What comes out of a transformation is described by what goes into it: JSON Schema has no word for functions. */
const describe = (schema: z.core.$ZodType, direction: Direction): Record<string, unknown> => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: direction,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (direction === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform') {
        Object.assign(jsonSchema, describe(def.in, direction));
      }
    },
  });
  return described;
};

/** The schema of what callers send. */
export const requestSchema = (schema: z.ZodType): JsonSchema => describe(schema, 'input');

/** The schema of what the service answers. */
export const answerSchema = (schema: z.ZodType): JsonSchema => describe(schema, 'output');
