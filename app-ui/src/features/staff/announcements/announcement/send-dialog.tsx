import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { TextBlocks } from '../../../../shared/rich-text/rich-text';
import { Choice, Choices } from '../../components/choices';
import { useCohortName } from '../../components/cohorts';
import { useAct } from '../../components/use-act';
import { type Announcement, sendAnnouncement } from '../announcement';
import { type Draft, languagesWith } from '../draft';
import { isOvertaken } from '../use-kept-draft';
import styles from './announcement-editor.module.css';
import { ReachText } from './audience-fields';
import { Missing } from './text-fields';

interface SendDialogProps {
  announcement: Announcement;
  draft: Draft;
  programme: string;
  /** The one that the author has read. */
  revision: number;
  onSent: () => void;
  /** A colleague was faster: what would be sent is another text. */
  onOvertaken: () => void;
  onClose: () => void;
}

/** Says whom it reaches and how, shows what they read, and asks when. */
export function SendDialog({
  announcement,
  draft,
  programme,
  revision,
  onSent,
  onOvertaken,
  onClose,
}: SendDialogProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const { id, languages, localTime, timeZone } = announcement;
  const cohort = useCohortName(draft.programme, draft.cohort);
  const [isLater, setIsLater] = useState(localTime !== null);
  const [time, setTime] = useState(localTime?.slice(0, 16) ?? '');
  const act = useAct(
    async (at: string | null) => {
      try {
        await sendAnnouncement(id, revision, at);
      } catch (error) {
        if (isOvertaken(error)) onOvertaken();
        throw error;
      }
    },
    (at) => t(at === null ? 'announcements.sent' : 'announcements.scheduled'),
    () => {
      onSent();
      onClose();
    },
  );
  const ways = ['page', ...(draft.push ? ['push'] : []), ...(draft.mail ? ['mail'] : [])] as const;
  return (
    <FormDialog
      title={t('announcements.sendTitle')}
      text={t('announcements.sendText', { programme })}
      cancel={t('safeguarding.cancel')}
      submit={t(isLater ? 'announcements.schedule' : 'announcements.sendNow')}
      missing={missing({ [t('announcements.later')]: isLater && time === '' })}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(isLater ? `${time}:00` : null)}
      onClose={onClose}
    >
      <ul className={styles.titles} aria-label={t('announcements.name')}>
        {languagesWith('done', draft.texts, languages).map(({ code, name }) => (
          <li key={code}>
            <details>
              <summary>
                {`${name}: `}
                <bdi lang={code}>{draft.texts[code]?.title}</bdi>
              </summary>
              <div className={styles.preview} lang={code} dir="auto">
                <TextBlocks blocks={announcement.texts[code]?.blocks ?? []} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {cohort !== null && <p dir="auto">{t('cohorts.onlyOf', { name: cohort })}</p>}
      <ReachText draft={draft} />
      <p>{t('announcements.ways', { ways: ways.map((way) => t(`announcements.way.${way}`)).join(', ') })}</p>
      <Missing texts={draft.texts} languages={languages} />
      <Choices legend={t('announcements.when')}>
        {[false, true].map((later) => (
          <Choice
            key={String(later)}
            type="radio"
            name="when"
            checked={isLater === later}
            onChange={() => {
              act.reset();
              setIsLater(later);
            }}
          >
            {t(later ? 'announcements.later' : 'announcements.now')}
          </Choice>
        ))}
      </Choices>
      {isLater && (
        <label className={styles.time}>
          {t('announcements.time', { zone: timeZone })}
          <input
            type="datetime-local"
            required
            value={time}
            onChange={({ currentTarget: { value } }) => {
              act.reset();
              setTime(value);
            }}
          />
        </label>
      )}
    </FormDialog>
  );
}
