import { useQueryClient } from '@tanstack/react-query';

/** The queries of the console: an act may change more than one list. */
const CONSOLE = [['staff'], ['matching'], ['messages'], ['list']] as const;

/** Returns a function that fetches what the console shows again. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(CONSOLE.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
