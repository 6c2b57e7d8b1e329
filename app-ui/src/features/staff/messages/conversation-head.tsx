import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Banner, formatDateTime, toast, useErrorText, useNow, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { type Measure, useMeasureDialog } from '../components/measure';
import { RecordTitle } from '../components/record-title';
import { useRefresh } from '../components/use-refresh';
import { assign, type ConversationPage, colleaguesQuery, reopen, settle } from './conversation';
import styles from './conversation-head.module.css';

const MINUTE_MS = 60_000;

/** Whose conversation it is, whether the person waits, and who takes care of it. */
export function ConversationHead({ conversation }: { conversation: ConversationPage }) {
  const { t } = useTranslation('staff');
  const { person, role, waitingSince, head, messages, hasOlder } = conversation;
  const act = useAct();
  const hasWritten = hasOlder || messages.some(({ isOfStaff }) => !isOfStaff);
  // One button, which keeps the focus.
  const next =
    waitingSince === null
      ? { run: () => reopen(person.id), notice: t('messages.reopened') }
      : { run: () => settle(person.id, head), notice: t('messages.settled') };
  return (
    <header className={styles.head}>
      <div>
        <RecordTitle>
          <bdi>{person.name}</bdi>
        </RecordTitle>
        <p className={styles.line}>
          {t(`people.roles.${role}`)}
          {' · '}
          <Link className={styles.about} to={`/staff/people/${person.id}`}>
            {t('messages.about')}
          </Link>
        </p>
      </div>
      <div className={styles.state}>
        {head > 0 && <Waiting conversation={conversation} />}
        {(waitingSince !== null || hasWritten) && (
          <Button variant="default" onClick={() => act.start(next)}>
            {t(waitingSince === null ? 'messages.reopen' : 'messages.settle')}
          </Button>
        )}
      </div>
      {head > 0 && <Assignment conversation={conversation} />}
      <ActError error={act.error} />
    </header>
  );
}

function Waiting({ conversation: { waitingSince, due } }: { conversation: ConversationPage }) {
  const { t, i18n } = useTranslation('staff');
  const now = useNow(MINUTE_MS);
  if (waitingSince === null) return <p>{t('messages.nothingWaits')}</p>;
  const at = (time: string) => formatDateTime(time, i18n.language);
  const isLate = due !== null && Date.parse(due) < now;
  return (
    <p className={styles.waiting} data-late={isLate || undefined}>
      {t('messages.waitsFor', { time: at(waitingSince) })}{' '}
      {due !== null && t(isLate ? 'messages.wasDue' : 'messages.isDue', { time: at(due) })}
    </p>
  );
}

/** Who takes care of it: the person takes it, gives it to a colleague, or leaves it to all. */
function Assignment({ conversation: { person, assignedTo } }: { conversation: ConversationPage }) {
  const { t } = useTranslation('staff');
  const { id: self } = useCurrentUser();
  const act = useAct();
  const { open, dialog } = useMeasureDialog();
  const { data: colleagues } = useQuery(colleaguesQuery(person.id));
  const others = (colleagues ?? []).filter(({ id }) => id !== self && id !== assignedTo?.id);
  const isAlone = colleagues?.every(({ id }) => id === self) === true;
  const before = assignedTo?.id ?? null;
  const give: Measure = {
    label: t('messages.give'),
    text: t('messages.giveText', { name: person.name }),
    done: (choice) => t('messages.given', { name: others.find(({ id }) => id === choice)?.name }),
    choice: { legend: t('messages.giveTo'), options: others },
    act: ({ choice }) => assign(person.id, before, choice),
  };
  const isOwn = before === self;
  return (
    <div className={styles.state}>
      <p>
        {assignedTo === null
          ? t('messages.leftToAll')
          : isOwn
            ? t('messages.isYours')
            : t('messages.isOf', { name: assignedTo.name })}
        {isAlone && ` ${t('messages.onlyYou')}`}
      </p>
      <Button
        variant="default"
        onClick={() =>
          act.start({
            run: () => assign(person.id, before, isOwn ? null : self),
            notice: t(isOwn ? 'messages.left' : 'messages.taken'),
          })
        }
      >
        {t(isOwn ? 'messages.leave' : 'messages.take')}
      </Button>
      {others.length > 0 && (
        <Button variant="subtle" onClick={() => open(give)}>
          {t('messages.give')}
        </Button>
      )}
      {dialog}
      <ActError error={act.error} />
    </div>
  );
}

interface Act {
  run: () => Promise<void>;
  /** Says what was done. */
  notice: string;
}

/** An act that takes no dialog: it can be taken back by the button that replaces it, which keeps the focus. */
function useAct() {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ run }: Act) => run(),
    // Not awaited: the next press counts as soon as the button shows it.
    onSuccess: (_, { notice }) => {
      void toast(notice);
      void refresh();
    },
    // A colleague may have been faster.
    onError: () => void refresh(),
  });
  // A disabled button would lose the focus.
  return { error, start: (act: Act) => isPending || mutate(act) };
}

function ActError({ error }: { error: Error | null }) {
  const errorText = useErrorText();
  return (
    error !== null && (
      <Banner tone="danger" role="alert">
        {errorText(error)}
      </Banner>
    )
  );
}
