import { Check } from 'lucide-react';
import { type Profile, useTranslation, VisuallyHidden } from 'ui-kit';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import styles from './matching-header.module.css';

/** The steps with the screen that each belongs to. */
const STEPS = [
  { key: 'findingMatches', screen: 1 },
  { key: 'potentialMatches', screen: 2 },
  { key: 'awaitingResponse', screen: 3 },
] as const;

interface MatchingHeaderProps {
  profile: Pick<Profile, 'displayName' | 'programName'>;
  /** Mentors have no step 3: they answer last. */
  hasStep3: boolean;
  /** The number of the server; undefined while it loads, null for people who are at none of the steps. */
  screen: number | null | undefined;
}

/** Greeting and steps. A group on hold has all of them behind it. */
export function MatchingHeader({ profile, hasStep3, screen = 0 }: MatchingHeaderProps) {
  const { t } = useTranslation('matching');
  const steps = hasStep3 ? STEPS : STEPS.slice(0, 2);
  return (
    <div className={styles.header}>
      <HorizonPanel>
        {profile.programName && <p className={styles.program}>{profile.programName}</p>}
        <h1 className={styles.welcome}>{t('welcome', { displayName: profile.displayName })}</h1>
      </HorizonPanel>
      {screen !== null && (
        <ol className={styles.steps} aria-label={t('steps.label')}>
          {steps.map(({ key, screen: own }, index) => {
            const progress = screen > own ? 'done' : screen === own ? 'current' : 'later';
            return (
              <li
                key={key}
                className={styles.step}
                data-progress={progress}
                aria-current={progress === 'current' ? 'step' : undefined}
              >
                <span className={styles.number}>
                  {progress === 'done' ? <Check aria-hidden size={18} strokeWidth={2.5} /> : index + 1}
                </span>
                <span className={styles.name}>
                  {t(key)}
                  <VisuallyHidden>, {t(`steps.${progress}`)}</VisuallyHidden>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
