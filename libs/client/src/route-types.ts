import type { Route } from '@spool/contracts';
import type { z } from 'zod';

type QueryValue<Name, Value> = Name extends 'limit' ? number | undefined : Value | undefined;

/** A query as callers write it: `limit` as a number, and what is undefined is left out. */
export type QueryInput<Schema extends z.ZodType> = {
  readonly [Name in keyof z.input<Schema>]?: QueryValue<Name, z.input<Schema>[Name]>;
};

type ParamsPart<Called> = Called extends { readonly params: infer Schema extends z.ZodType }
  ? { readonly params: z.input<Schema> }
  : unknown;

type QueryPart<Called> = Called extends { readonly query: infer Schema extends z.ZodType }
  ? { readonly query?: QueryInput<Schema> }
  : unknown;

type BodyPart<Called> = Called extends { readonly body: infer Schema extends z.ZodType }
  ? { readonly body: z.input<Schema> }
  : unknown;

/** What a call of the route takes. */
export type RequestOf<Called extends Route> = ParamsPart<Called> & QueryPart<Called> & BodyPart<Called>;

/** The body of a call of the route. */
export type BodyOf<Called extends { readonly body: z.ZodType }> = z.input<Called['body']>;

/** The query of a call of the route. */
export type QueryOf<Called extends { readonly query: z.ZodType }> = QueryInput<Called['query']>;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a call of the route answers when it succeeds; undefined for an answer without a body. */
export type AnswerOf<Called extends Route> = OutputOf<Called['answers'][keyof Called['answers']]>;
