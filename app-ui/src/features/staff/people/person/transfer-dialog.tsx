import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Schemas, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { QueryState } from 'ui-kit/query-state';
import { TextArea } from 'ui-kit/text-area';
import { useMissing } from '../../../../shared/lists/use-missing';
import { useAct } from '../../components/use-act';
import { titleOf } from '../../mentorships/mentorship';
import { nameOf } from '../person';
import { mentorshipsOfQuery, type PersonRecord, transferPerson, transferQuery } from './person-record';
import styles from './transfer-dialog.module.css';

type Rehearsal = Schemas['StaffTransferResponse'];
type Destination = Rehearsal['programmes'][number];

interface TransferDialogProps {
  person: PersonRecord;
  onClose: () => void;
}

/** Moves a person to another programme, after what that leaves behind. */
export function TransferDialog({ person, onClose }: TransferDialogProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const query = useQuery(transferQuery(person.id));
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const name = nameOf(person);
  const rehearsal = query.data;
  const destination = rehearsal?.programmes.find(({ id }) => id === to);
  const act = useAct(
    () => transferPerson(person.id, { from: rehearsal?.from ?? '', to, reason: reason.trim() }),
    t('transfer.done', { name, programme: destination?.title ?? '' }),
    onClose,
  );
  const isHeld = rehearsal === undefined || rehearsal.mentorships.length > 0 || rehearsal.hasOpenMatches;
  const error = act.error ?? query.error;
  return (
    <FormDialog
      title={t('transfer.open')}
      text={t('transfer.text', { name })}
      cancel={t('safeguarding.cancel')}
      submit={t('transfer.open')}
      isReady={!isHeld && destination !== undefined}
      missing={
        isHeld || rehearsal.programmes.length === 0
          ? null
          : missing({
              [t('transfer.to')]: destination === undefined,
              [t('safeguarding.measures.why')]: reason.trim().length < 3,
            })
      }
      isPending={act.isPending}
      error={error && errorText(error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      {rehearsal === undefined ? (
        query.error === null && <QueryState query={query}>{() => null}</QueryState>
      ) : (
        <>
          {isHeld && <First person={person} rehearsal={rehearsal} />}
          {rehearsal.programmes.length === 0 ? (
            <p className={styles.none}>{t('transfer.none')}</p>
          ) : (
            <NativeSelect
              size="md"
              label={t('transfer.to')}
              required
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            >
              <option value="" disabled>
                {t('transfer.choose')}
              </option>
              {rehearsal.programmes.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </NativeSelect>
          )}
          <After person={person} rehearsal={rehearsal} destination={destination} />
          <TextArea
            label={t('safeguarding.measures.why')}
            hint={t('safeguarding.measures.whyHint')}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What has to end before, with the way to it. */
function First({ person, rehearsal }: { person: PersonRecord; rehearsal: Rehearsal }) {
  const { t } = useTranslation('staff');
  const { data: known = [] } = useQuery(mentorshipsOfQuery(person.id));
  const titleOfId = (id: string) => {
    const found = known.find((mentorship) => mentorship.id === id);
    return found === undefined ? '' : titleOf(found, t('mentorships.former'));
  };
  return (
    <div className={styles.first}>
      <h3 className={styles.title}>{t('transfer.first')}</h3>
      <ul className={styles.list}>
        {rehearsal.mentorships.map((id) => (
          <li key={id}>
            <Link to={`/staff/mentorships/${id}`}>
              {t('transfer.endMentorship', { title: titleOfId(id) }).trim()}
            </Link>
          </li>
        ))}
        {rehearsal.hasOpenMatches && <li>{t('transfer.openMatches', { name: nameOf(person) })}</li>}
      </ul>
    </div>
  );
}

/** What changes, as sentences. */
function After({
  person,
  rehearsal,
  destination,
}: {
  person: PersonRecord;
  rehearsal: Rehearsal;
  destination: Destination | undefined;
}) {
  const { t } = useTranslation('staff');
  const name = nameOf(person);
  const programme = person.programme?.title ?? '';
  const { isInPool, hasConversation, isWaiting, hasRequest } = rehearsal;
  return (
    <div>
      <h3 className={styles.title}>{t('transfer.after')}</h3>
      <ul className={styles.list}>
        {destination?.needsApproval && (
          <>
            <li>{t('transfer.approval', { name, programme: destination.title })}</li>
            <li>{t('transfer.answers', { programme: destination.title })}</li>
          </>
        )}
        {destination !== undefined && destination.missing.length > 0 && (
          <li>
            {t('transfer.missing', { programme: destination.title })}
            <ul className={styles.list}>
              {destination.missing.map((fact) => (
                <li key={fact}>
                  {t(`transfer.facts.${fact}`)}
                  {fact === 'vetting' && destination.missingVettings.length > 0 && (
                    <bdi>: {destination.missingVettings.join(' · ')}</bdi>
                  )}
                </li>
              ))}
            </ul>
          </li>
        )}
        {isInPool && <li>{t('transfer.pool', { programme })}</li>}
        {isWaiting && <li>{t('transfer.waiting', { name })}</li>}
        {hasConversation && <li>{t('transfer.conversation', { name })}</li>}
        <li>{t('transfer.channels', { name, programme })}</li>
        <li>{t('transfer.stays', { programme })}</li>
        {hasRequest && <li>{t('transfer.request')}</li>}
        <li>{t('transfer.undo', { name })}</li>
      </ul>
    </div>
  );
}
