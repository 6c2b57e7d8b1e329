import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../../components/area-page';
import styles from '../programme.module.css';
import { ProgrammeChoice } from '../programme-choice';
import { ArchiveSection } from './archive-section';
import { CloseSection } from './close-section';
import { OpenSection } from './open-section';
import { PeopleSection } from './people-section';
import { type Year, yearQuery } from './year';
import { YearState } from './year-state';

/** The school year of a programme: closing it, who continues, the next one, and the archive. */
export function Component() {
  const { t } = useTranslation('staff');
  return (
    <AreaPage title={t('year.title')} lead={t('year.lead')}>
      <ProgrammeChoice shown="year">{(id) => <YearOf key={id} programme={id} />}</ProgrammeChoice>
    </AreaPage>
  );
}

function YearOf({ programme }: { programme: string }) {
  const query = useQuery(yearQuery(programme));
  return <QueryState query={query}>{(year) => <Sections year={year} />}</QueryState>;
}

function Sections({ year }: { year: Year }) {
  const isArchived = year.archivedAt !== null;
  const isClosed = year.closedAt !== null;
  return (
    <div className={styles.sections}>
      <YearState year={year} />
      {!isArchived && !isClosed && <CloseSection programme={year.programme.id} />}
      {!isArchived && isClosed && <OpenSection year={year} />}
      {!isArchived && isClosed && <PeopleSection year={year} />}
      <ArchiveSection year={year} />
    </div>
  );
}
