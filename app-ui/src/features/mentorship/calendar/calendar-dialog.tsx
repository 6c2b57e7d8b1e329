import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import { type CalendarEvent, eventsQuery } from './calendar';
import { CalendarPanel } from './calendar-panel';
import { EventForm } from './event-form';
import { NEW, useCalendarAddress } from './use-calendar-address';

interface CalendarDialogProps {
  mentorship: Mentorship;
  onClose: () => void;
}

/** The calendar of a mentorship: the month, or the form of one event. What is typed there is not closed by accident. */
export default function CalendarDialog({ mentorship, onClose }: CalendarDialogProps) {
  const { t, i18n } = useTranslation('app');
  const address = useCalendarAddress();
  const { data: events } = useQuery(eventsQuery(mentorship.id, i18n.language));
  const stored = events?.find(({ id }) => id === address.event);
  // Someone else may delete the event while it is edited: what is typed stays.
  const [kept, keep] = useState<CalendarEvent>();
  if (stored !== undefined && stored !== kept) keep(stored);
  const edited = stored ?? (kept?.id === address.event ? kept : undefined);
  if (address.event === NEW || edited !== undefined) {
    const label = edited === undefined ? 'mentorship.calendar.addEvent' : 'mentorship.calendar.editEvent';
    return (
      <ModalDialog key="form" label={t(label)} placement="center" isTall isDismissible={false}>
        <EventForm
          key={address.event}
          mentorship={mentorship}
          event={edited}
          isGone={edited !== undefined && stored === undefined}
          day={address.day}
        />
      </ModalDialog>
    );
  }
  return (
    <ModalDialog
      key="month"
      label={t('mentorship.calendar.title')}
      placement="center"
      isTall
      onClose={onClose}
    >
      <CalendarPanel mentorship={mentorship} isMissing={address.event !== null && events !== undefined} />
    </ModalDialog>
  );
}
