import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  Banner,
  HttpError,
  publicApi,
  type Schemas,
  suggestLanguage,
  useErrorText,
  useTranslation,
} from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { QueryState } from 'ui-kit/query-state';
import { TextBlocks } from '../../../shared/rich-text/rich-text';
import styles from './consent.module.css';
import { isOver } from './is-over';
import { Message } from './message';

/** What a guardian is asked, and their answer. */
export function Consent({ token }: { token: string }) {
  const { t, i18n } = useTranslation('app');
  const [hasLanguage, setHasLanguage] = useState(false);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  const language = hasLanguage ? i18n.language : null;
  const query = useQuery({
    queryKey: ['guardian-consent', token, language],
    queryFn: async () => {
      const suggest = suggestLanguage();
      const shown = await publicApi.post('/api/v2/guardian-consent/', { body: { token, language } });
      if (language === null) {
        // The page is in the language of the mail, until the guardian chooses another one.
        await suggest(shown.language);
        setHasLanguage(true);
      }
      return shown;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 1 && !(error instanceof HttpError && error.status < 500),
  });
  if (answer !== null)
    return <Message isResult title={t(`guardian.done.${answer}`)} text={t(`guardian.doneText.${answer}`)} />;
  if (isOver(query.error)) return <Message title={t('guardian.over')} text={t('guardian.overText')} />;
  return (
    <QueryState query={query}>
      {(asked) => <Question token={token} asked={asked} onAnswer={setAnswer} onChanged={query.refetch} />}
    </QueryState>
  );
}

interface QuestionProps {
  token: string;
  asked: Schemas['GuardianConsent'];
  onAnswer: (answer: 'yes' | 'no') => void;
  /** Called if the text is not the newest any more. */
  onChanged: () => void;
}

function Question({ token, asked, onAnswer, onChanged }: QuestionProps) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const checkbox = useRef<HTMLInputElement>(null);
  const [isGuardian, setIsGuardian] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  const [saysNo, setSaysNo] = useState(false);
  const { programme, blocks, language, version } = asked;
  const answer = useMutation({
    mutationFn: (agrees: boolean) =>
      publicApi.post('/api/v2/guardian-consent/answer/', { body: { token, agrees, version } }),
    onSuccess: (_, agrees) => onAnswer(agrees ? 'yes' : 'no'),
    onError: (error) => {
      setSaysNo(false);
      if (!(error instanceof HttpError && error.code === 'text_changed')) return;
      setIsGuardian(false);
      onChanged();
    },
  });
  const send = (agrees: boolean) => answer.isPending || answer.mutate(agrees);
  const agree = () => {
    if (isGuardian) return send(true);
    setIsReminded(true);
    checkbox.current?.focus();
  };
  if (isOver(answer.error))
    return <Message isResult title={t('guardian.over')} text={t('guardian.overText')} />;
  const needsGuardian = isReminded && !isGuardian;
  return (
    <>
      <h1 className={styles.title}>{t('guardian.title', { programme })}</h1>
      <p className={styles.lead}>{t('guardian.lead')}</p>
      <div className={styles.text} lang={language}>
        <TextBlocks blocks={blocks} />
      </div>
      <section className={styles.answer} aria-labelledby="guardian-answer">
        <h2 id="guardian-answer">{t('guardian.question')}</h2>
        <label className={styles.check}>
          <input
            ref={checkbox}
            type="checkbox"
            checked={isGuardian}
            aria-describedby={needsGuardian ? 'guardian-needed' : undefined}
            aria-invalid={needsGuardian || undefined}
            onChange={(event) => setIsGuardian(event.currentTarget.checked)}
          />
          <span>{t('guardian.isGuardian')}</span>
        </label>
        {needsGuardian && (
          <p className={styles.error} id="guardian-needed">
            {t('guardian.needsGuardian')}
          </p>
        )}
        {answer.error !== null && (
          <Banner tone="danger" role="alert">
            {errorText(answer.error)}
          </Banner>
        )}
        <div className={styles.buttons}>
          <Button size="md" aria-disabled={answer.isPending || undefined} onClick={agree}>
            {t('guardian.yes')}
          </Button>
          <Button size="md" variant="default" onClick={() => setSaysNo(true)}>
            {t('guardian.no')}
          </Button>
        </div>
        <p className={styles.hint}>{t('guardian.version', { version })}</p>
      </section>
      {saysNo && (
        <FormDialog
          title={t('guardian.noTitle')}
          text={t('guardian.noText')}
          cancel={t('guardian.back')}
          submit={t('guardian.noSubmit')}
          isPending={answer.isPending}
          onSubmit={() => send(false)}
          onClose={() => setSaysNo(false)}
        />
      )}
    </>
  );
}
