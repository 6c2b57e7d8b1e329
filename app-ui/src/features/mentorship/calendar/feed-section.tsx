import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner, toast, useErrorText, useTranslation } from 'ui-kit';
import { feedQuery, useFeed } from './calendar';
import styles from './feed-section.module.css';

/** The secret link under which the calendar of a phone reads this one. */
export function FeedSection({ mentorship }: { mentorship: string }) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.section} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('mentorship.calendar.feed.title')}</summary>
      {isOpen && <Feed mentorship={mentorship} />}
    </details>
  );
}

function Feed({ mentorship }: { mentorship: string }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { data: feed } = useQuery(feedQuery(mentorship));
  const { create, revoke } = useFeed(mentorship);
  const link = create.data && `${window.location.origin}${create.data.path}`;
  const error = create.error ?? revoke.error;
  const hasFeed = feed?.exists === true;
  return (
    <div className={styles.body}>
      <p>{t('mentorship.calendar.feed.lead')}</p>
      {hasFeed && link !== undefined && (
        <>
          <label className={styles.field}>
            {t('mentorship.calendar.feed.address')}
            <input readOnly dir="ltr" value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <p className={styles.hint}>{t('mentorship.calendar.feed.once')}</p>
          <div className={styles.buttons}>
            <Button
              onClick={() =>
                void navigator.clipboard
                  .writeText(link)
                  .then(() => toast(t('mentorship.calendar.feed.copied')))
              }
            >
              {t('mentorship.calendar.feed.copy')}
            </Button>
            <Button component="a" variant="light" href={link.replace(/^https?:/, 'webcal:')}>
              {t('mentorship.calendar.feed.subscribe')}
            </Button>
          </div>
        </>
      )}
      {hasFeed && link === undefined && <p>{t('mentorship.calendar.feed.exists')}</p>}
      {error && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button
          variant={hasFeed ? 'subtle' : 'light'}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {t(hasFeed ? 'mentorship.calendar.feed.renew' : 'mentorship.calendar.feed.create')}
        </Button>
        {hasFeed && (
          <Button
            variant="subtle"
            color="red"
            loading={revoke.isPending}
            onClick={() =>
              revoke.mutate(undefined, {
                onSuccess: () => {
                  create.reset();
                  toast(t('mentorship.calendar.feed.revoked'));
                },
              })
            }
          >
            {t('mentorship.calendar.feed.revoke')}
          </Button>
        )}
      </div>
    </div>
  );
}
