import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { nameOf, type Person } from '../../people/person';
import { personQuery } from '../../people/person/person-record';

/** Returns what stands in the way of each person, by id: what the search said, until their page was read. */
export function useConcerns(people: readonly Person[]): ReadonlyMap<string, readonly string[]> {
  const { t } = useTranslation('staff');
  const records = useQueries({ queries: people.map(({ id }) => personQuery(id)) });
  return new Map(
    people.map((person, index) => {
      const record = records[index]?.data;
      const missing = (record ?? person).missing.map((fact) => t(`match.missing.${fact}`));
      const isTooYoung = record?.isTooYoung === true;
      return [
        person.id,
        isTooYoung ? [...missing, t('person.standing.tooYoung', { name: nameOf(person) })] : missing,
      ];
    }),
  );
}
