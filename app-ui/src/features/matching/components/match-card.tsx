import { Info, MoonStar, Timer } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Avatar, IconButton, useTranslation } from 'ui-kit';
import type { Match } from '../../../shared/matches/types';
import { CardGroup } from './card-group';
import { CutText } from './cut-text';
import styles from './match-card.module.css';
import { ReasonList } from './reason-list';
import { useOpenDialog } from './use-open-dialog';

interface MatchCardProps {
  match: Match;
  /** Its time is over, or it can no longer be acted on. */
  isOver: boolean;
  /** What is said of a match that cannot be acted on. */
  message?: string | undefined;
  /** The choice, with what belongs to it. */
  children?: ReactNode;
}

/** A proposed person: who they are, why they fit, and what can be done. */
export function MatchCard({ match, isOver, message, children }: MatchCardProps) {
  const { t } = useTranslation('matching');
  const { open } = useOpenDialog();
  const heading = useId();
  const { id, fullName, role, displayPicture, affiliation, group, reasons, interestStatus } = match;
  const roleText = role !== 'Mentor' ? 'card.mentee' : group === null ? 'card.mentor' : 'card.groupMentor';
  return (
    <li className={styles.item}>
      <article
        className={styles.card}
        aria-labelledby={heading}
        data-over={isOver || undefined}
        data-interest={isOver ? undefined : (interestStatus ?? undefined)}
        data-match={id}
      >
        <div className={styles.horizon} aria-hidden />
        <IconButton
          className={styles.info}
          label={t('card.details', { name: fullName })}
          size={44}
          onClick={() => open(`info:${id}`)}
        >
          <Info aria-hidden size={20} />
        </IconButton>
        <div className={styles.person}>
          <Avatar id={id} name={fullName} picture={displayPicture} size={84} />
          <h3 className={styles.name} id={heading}>
            <bdi>{fullName}</bdi>
          </h3>
          <p className={styles.role}>{t(roleText)}</p>
          {affiliation !== '' && (
            <CutText className={styles.affiliation} text={affiliation} id={id} about={fullName} />
          )}
          {group !== null && <CardGroup group={group} />}
        </div>
        <ReasonList reasons={reasons} />
        <div className={styles.foot}>
          {message !== undefined && (
            <p className={styles.message}>
              {isOver ? <MoonStar aria-hidden size={18} /> : <Timer aria-hidden size={18} />}
              {message}
            </p>
          )}
          {children}
        </div>
      </article>
    </li>
  );
}
