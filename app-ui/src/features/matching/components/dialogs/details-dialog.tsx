import { Check, UsersRound } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import type { CriterionAnswers } from '../../../../shared/matches/types';
import { useMatchInfo } from '../../api/queries';
import { CriterionIcon } from '../criterion-icon';
import styles from './details-dialog.module.css';
import { DialogFrame } from './dialog-frame';

/** The key of the row about the person's group. */
const GROUP = 'group-info';

interface DetailsDialogProps {
  /** A match, or a member of the group. */
  id: string;
  /** Known before the details are. */
  name: string | undefined;
  onClose: () => void;
}

/** The answers of a person, with those in common in bold. */
export function DetailsDialog({ id, name, onClose }: DetailsDialogProps) {
  const { t } = useTranslation('matching');
  const query = useMatchInfo(id);
  return (
    <DialogFrame title={query.data?.fullName ?? name ?? t('details.title')} onClose={onClose}>
      <QueryState query={query}>
        {({ criteriaJson, about }) => (
          <>
            {criteriaJson
              .toSorted((one, other) => one.order - other.order)
              .map((row) =>
                row.key === GROUP ? <GroupRow key={GROUP} row={row} /> : <Row key={row.key} row={row} />,
              )}
            {about !== '' && (
              <section className={styles.about}>
                <h3 className={styles.title}>{t('details.about')}</h3>
                <p dir="auto">{about}</p>
              </section>
            )}
            {criteriaJson.length === 0 && about === '' && <p>{t('details.none')}</p>}
          </>
        )}
      </QueryState>
    </DialogFrame>
  );
}

/** The server sends the size of the group as a number. */
function GroupRow({ row }: { row: CriterionAnswers }) {
  const { t } = useTranslation('matching');
  const size = Number(row.answer[0]);
  return (
    <section className={styles.group}>
      <UsersRound aria-hidden size={22} />
      <p dir="auto">
        {Number.isInteger(size) ? t('details.group', { count: size }) : row.localeAnswer.join(', ')}
      </p>
    </section>
  );
}

function Row({ row }: { row: CriterionAnswers }) {
  const { t } = useTranslation('matching');
  const { localeMatchingCriteria, localeHelpText, localeAnswer, answer, matchedAnswer, icon, match } = row;
  return (
    <section className={styles.row}>
      <span className={styles.icon}>
        <CriterionIcon name={icon} size={20} />
      </span>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3 className={styles.title}>
            <bdi>{localeMatchingCriteria}</bdi>
          </h3>
          {match && (
            <span className={styles.badge}>
              <Check aria-hidden size={14} strokeWidth={3} />
              {t('details.match')}
            </span>
          )}
        </div>
        {localeHelpText !== '' && (
          <p className={styles.help} dir="auto">
            {localeHelpText}
          </p>
        )}
        <ul className={styles.answers}>
          {localeAnswer.map((text, index) => {
            const isShared = matchedAnswer.includes(answer[index] ?? text);
            return (
              <li key={text}>
                <bdi>{isShared ? <strong>{text}</strong> : text}</bdi>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
