import { Button } from '@mantine/core';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import ruleStyles from '../programme.module.css';
import { archiveProgramme, reopenProgramme, type Year } from './year';

type Wait = Year['waiting'][number];

/** The list of the console that shows what waits. */
const LISTS: Record<Wait['kind'], (programme: string) => string> = {
  mentorships: (id) => `/staff/mentorships?state=active&programme=${id}`,
  matches: () => '/staff/matching',
  applications: (id) => `/staff/people?status=applying&programme=${id}`,
  invitations: (id) => `/staff/people/invitations?programme=${id}`,
  announcements: (id) => `/staff/announcements?state=scheduled&programme=${id}`,
  surveys: (id) => `/staff/surveys?programme=${id}`,
};

/** Archives a programme that ends, or says what waits; and reopens it. */
export function ArchiveSection({ year }: { year: Year }) {
  const { t } = useTranslation('staff');
  const [isAsking, setIsAsking] = useState(false);
  const isArchived = year.archivedAt !== null;
  const { id } = year.programme;
  return (
    <Section title={t('year.archive.title')}>
      <p className={ruleStyles.hint}>{t(isArchived ? 'year.archive.isArchived' : 'year.archive.text')}</p>
      {!isArchived && year.waiting.length > 0 && (
        <>
          <p className={ruleStyles.none}>{t('year.archive.waits')}</p>
          <ul className={ruleStyles.plain}>
            {year.waiting.map(({ kind, count }) => (
              <li key={kind}>
                <Link to={LISTS[kind](id)}>{t(`year.archive.kinds.${kind}`, { number: count })}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {(isArchived || year.waiting.length === 0) && (
        <Button
          variant="default"
          leftSection={
            isArchived ? <ArchiveRestore aria-hidden size={17} /> : <Archive aria-hidden size={17} />
          }
          onClick={() => setIsAsking(true)}
        >
          {t(isArchived ? 'year.archive.reopen' : 'year.archive.archive')}
        </Button>
      )}
      {isAsking && (
        <ArchiveDialog programme={id} isArchived={isArchived} onClose={() => setIsAsking(false)} />
      )}
    </Section>
  );
}

interface ArchiveDialogProps {
  programme: string;
  isArchived: boolean;
  onClose: () => void;
}

function ArchiveDialog({ programme, isArchived, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [doesReopen] = useState(isArchived);
  const act = useAct(
    () => (doesReopen ? reopenProgramme(programme) : archiveProgramme(programme)),
    t(doesReopen ? 'year.archive.reopened' : 'year.archive.archived'),
    onClose,
  );
  return (
    <FormDialog
      title={t(doesReopen ? 'year.archive.reopen' : 'year.archive.archive')}
      text={t(doesReopen ? 'year.archive.reopenText' : 'year.archive.archiveText')}
      cancel={t('safeguarding.cancel')}
      submit={t(doesReopen ? 'year.archive.reopen' : 'year.archive.archive')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    />
  );
}
