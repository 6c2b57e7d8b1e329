import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Banner, formatDate, useErrorText, useTranslation } from 'ui-kit';
import { DAY } from '../../../../shared/lists/list-query';
import styles from './application-answers.module.css';
import { readAnswers } from './person-record';

/** What an applicant answered, read on demand: each reading is in the audit log. */
export function ApplicationAnswers({ id }: { id: string }) {
  const { t, i18n } = useTranslation('staff');
  const words = (one: string) => (DAY.test(one) ? formatDate(one, i18n.language, 'sentence') : one);
  const errorText = useErrorText();
  const read = useMutation({ mutationFn: () => readAnswers(id) });
  if (read.data === undefined)
    return (
      <div className={styles.ask}>
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
          {t('application.read')}
        </Button>
        <small className={styles.note}>{t('application.readNote')}</small>
        {read.error !== null && (
          <Banner tone="danger" role="alert">
            {errorText(read.error)}
          </Banner>
        )}
      </div>
    );
  return (
    <div className={styles.surveys}>
      {read.data.length === 0 && <p>{t('application.noAnswers')}</p>}
      {read.data.map(({ title, answers }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.answers}>
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd dir="auto">
                  {answer.length === 0 ? t('application.file') : answer.map(words).join(' · ')}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
