import * as v from 'valibot';

/** The parts of which the generated schemas of frames are made. */

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** False where it is missing. */
export const flag = v.fallback(v.boolean(), false);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const anyObject = v.custom<Record<string, unknown>>(isObject);

/** The items that match; empty where there is no list. */
export const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((list): readonly v.InferOutput<Item>[] =>
      list.flatMap((raw) => {
        const parsed = v.safeParse(item, raw);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );

/** The entries that match. `Object.fromEntries` defines own properties, so that a key `__proto__` is one of them. */
export const recordOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    anyObject,
    v.transform((record): Record<string, v.InferOutput<Item>> => {
      const entries = Object.entries(record).flatMap(([key, raw]): [string, v.InferOutput<Item>][] => {
        const parsed = v.safeParse(item, raw);
        return parsed.success ? [[key, parsed.output]] : [];
      });
      return Object.fromEntries(entries);
    }),
  );
