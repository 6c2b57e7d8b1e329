import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { Banner, formatDate, toast, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { TextArea } from 'ui-kit/text-area';
import {
  type DataRequest,
  type DataRequestKind,
  dataRequestsQuery,
  useDemandData,
  useWithdrawDataRequest,
} from '../../api/data-requests';
import { DialogFrame } from '../dialog-frame';
import { DiscardPrompt } from '../discard-prompt';
import { useUnsavedChanges } from '../profile/use-unsaved-changes';
import styles from './data-dialog.module.css';

const KINDS = ['access', 'correction', 'erasure'] as const;
const MAX_WORDS = 2_000;

/** What a person demands of their record, with what became of it. */
export default function DataDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const query = useQuery(dataRequestsQuery);
  const [words, setWords] = useState('');
  const blocker = useUnsavedChanges(useCallback(() => words.trim() !== '', [words]));
  return (
    <DialogFrame title={t('data.title')} onClose={onClose}>
      {blocker.state === 'blocked' && <DiscardPrompt onStay={blocker.reset} onLeave={blocker.proceed} />}
      <div className={styles.body}>
        <p className={styles.text}>{t('data.lead')}</p>
        <QueryState query={query}>
          {(requests) => (
            <>
              {requests.length > 0 && <Requests requests={requests} />}
              <DemandForm
                taken={requests.filter(({ outcome }) => outcome === null).map(({ kind }) => kind)}
                words={words}
                onWords={setWords}
              />
            </>
          )}
        </QueryState>
      </div>
    </DialogFrame>
  );
}

function Requests({ requests }: { requests: readonly DataRequest[] }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const withdraw = useWithdrawDataRequest();
  return (
    <section className={styles.section} aria-labelledby="own-requests">
      <h3 className={styles.heading} id="own-requests" tabIndex={-1}>
        {t('data.yours')}
      </h3>
      {withdraw.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(withdraw.error)}
        </Banner>
      )}
      <ul className={styles.requests}>
        {requests.map((request) => (
          <Request
            key={request.id}
            request={request}
            isBusy={withdraw.isPending && withdraw.variables === request.id}
            onWithdraw={() =>
              withdraw.mutate(request.id, {
                onSuccess: () => {
                  // The button goes with the request.
                  document.getElementById('own-requests')?.focus();
                  void toast(t('data.withdrawn'));
                },
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface RequestProps {
  request: DataRequest;
  isBusy: boolean;
  onWithdraw: () => void;
}

function Request({ request, isBusy, onWithdraw }: RequestProps) {
  const { t, i18n } = useTranslation('app');
  const { kind, words, receivedOn, dueOn, extension, outcome, answer, closedAt } = request;
  const day = (on: string) => formatDate(on, i18n.language, 'sentence');
  const name = t(`data.kinds.${kind}`);
  return (
    <li className={styles.request}>
      <h4 className={styles.name}>{name}</h4>
      <p>
        {outcome === null
          ? t('data.open', { day: day(dueOn) })
          : t(`data.outcomes.${outcome}`, { day: day(closedAt ?? dueOn) })}
      </p>
      {answer !== '' && (
        <q className={styles.words} dir="auto">
          {answer}
        </q>
      )}
      {outcome === null && extension !== null && (
        <p className={styles.hint}>
          {t('data.extended')} <q dir="auto">{extension}</q>
        </p>
      )}
      <p className={styles.hint}>
        {t('data.received', { day: day(receivedOn) })} {words !== '' && <q dir="auto">{words}</q>}
      </p>
      {outcome === null && (
        <Button
          variant="default"
          className={styles.withdraw ?? ''}
          aria-label={t('data.withdrawOne', { name })}
          loading={isBusy}
          onClick={onWithdraw}
        >
          {t('data.withdraw')}
        </Button>
      )}
    </li>
  );
}

interface DemandFormProps {
  /** Kinds of which a request is open. */
  taken: readonly DataRequestKind[];
  words: string;
  onWords: (words: string) => void;
}

function DemandForm({ taken, words, onWords }: DemandFormProps) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<DataRequestKind | null>(null);
  const demand = useDemandData(() => {
    onWords('');
    setChosen(null);
    // Outside of the form, which goes with the last kind.
    document.getElementById('new-request')?.focus();
    void toast(t('data.asked'));
  });
  const free = KINDS.filter((kind) => !taken.includes(kind));
  const kind = free.find((one) => one === chosen) ?? null;
  const isReady = kind !== null && (kind === 'access' || words.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !demand.isPending) demand.mutate({ kind, words: words.trim() });
  };
  const form = (
    <form className={styles.section} onSubmit={submit} aria-labelledby="new-request">
      <fieldset className={styles.kinds} disabled={demand.isPending}>
        <legend className={styles.legend}>{t('data.what')}</legend>
        {free.map((one) => (
          <label key={one} className={styles.kind}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setChosen(one)} />
            <span>
              {t(`data.kinds.${one}`)}
              <small className={styles.hint}>{t(`data.hints.${one}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {kind !== null && (
        <TextArea
          label={t(`data.words.${kind}`)}
          rows={3}
          maxLength={MAX_WORDS}
          disabled={demand.isPending}
          value={words}
          onChange={onWords}
        />
      )}
      {demand.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(demand.error)}
        </Banner>
      )}
      <Button type="submit" disabled={!isReady} loading={demand.isPending}>
        {t('data.submit')}
      </Button>
    </form>
  );
  return (
    <section className={styles.section}>
      <h3 className={styles.heading} id="new-request" tabIndex={-1}>
        {t('data.ask')}
      </h3>
      {free.length === 0 ? <p className={styles.hint}>{t('data.allOpen')}</p> : form}
    </section>
  );
}
