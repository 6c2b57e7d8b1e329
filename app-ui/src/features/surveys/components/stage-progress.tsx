import { Check } from 'lucide-react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import type { StageOfSurvey } from '../api/surveys';
import styles from './stage-progress.module.css';

interface StageProgressProps {
  stages: readonly StageOfSurvey[];
  currentId: string | null;
  /** Pages of the current stage that follow the open one, with it. */
  stepsLeft?: number;
}

/** The stages of a survey: earlier ones complete, the current one with the steps left. */
export function StageProgress({ stages, currentId, stepsLeft }: StageProgressProps) {
  const { t } = useTranslation('app');
  return (
    <ol className={styles.stages}>
      {stages.map(({ id, localeName, status }) => {
        const state = status === 'COMPLETE' ? 'done' : id === currentId ? 'current' : 'later';
        return (
          <li
            key={id}
            className={styles.stage}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.bar} />
            <span className={styles.name}>
              {state === 'done' && <Check aria-hidden size={15} />}
              {localeName}
              <VisuallyHidden>, {t(`surveys.stage.${state}`)}</VisuallyHidden>
            </span>
            {state === 'current' && stepsLeft !== undefined && (
              <span className={styles.left}>{t('surveys.stepsLeft', { count: stepsLeft })}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
