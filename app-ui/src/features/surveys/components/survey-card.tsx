import { Button } from '@mantine/core';
import { CircleCheck, ClipboardList } from 'lucide-react';
import { Link } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import type { Survey } from '../api/surveys';
import styles from './survey-card.module.css';
import { UnsentLinks } from './unsent-links';
import { useOpenUntil } from './use-open-until';
import { usePartText } from './use-part-text';

/** A survey of the list, with what can be done with it. */
export function SurveyCard({ survey }: { survey: Survey }) {
  const { t, i18n } = useTranslation('app');
  const { id, localeName, localeShortDescription, icon, status, stages, completedOn } = survey;
  const partText = usePartText();
  const openUntil = useOpenUntil()(survey);
  return (
    <li className={styles.card} data-complete={status === 'COMPLETE' || undefined}>
      <span className={styles.icon}>
        {icon === null ? <ClipboardList aria-hidden size={26} /> : <img src={icon} alt="" />}
      </span>
      <div className={styles.details}>
        <h2 className={styles.name}>{localeName}</h2>
        <p className={styles.description}>{localeShortDescription}</p>
        <p className={styles.parts}>
          {(status === 'PARTIAL_COMPLETE' && partText(survey)) ||
            t('surveys.parts', { count: stages.length })}
          {openUntil !== null && (
            <>
              {' · '}
              <span className={styles.until}>{openUntil}</span>
            </>
          )}
        </p>
        <UnsentLinks stages={stages} />
      </div>
      {status === 'COMPLETE' ? (
        <Button
          className={`${styles.action} ${styles.complete}`}
          variant="default"
          disabled
          leftSection={<CircleCheck aria-hidden size={18} />}
        >
          {t('surveys.completeOn', {
            date: completedOn === null ? '' : formatDate(completedOn, i18n.language, 'short'),
          })}
        </Button>
      ) : (
        <Button
          className={styles.action}
          component={Link}
          to={`/survey?id=${id}`}
          state={{ from: '/surveylisting' }}
          aria-label={`${t(ACTIONS[status])}: ${localeName}`}
        >
          {t(ACTIONS[status])}
        </Button>
      )}
    </li>
  );
}

const ACTIONS = { NOT_STARTED: 'surveys.take', PARTIAL_COMPLETE: 'surveys.finish' } as const;
