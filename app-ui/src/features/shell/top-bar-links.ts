import {
  BriefcaseBusiness,
  ClipboardList,
  GraduationCap,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  Sprout,
} from 'lucide-react';
import type { Experience, Experiences, Profile } from 'ui-kit';

export interface TopBarLink {
  to: string;
  /** Key of the catalogue. */
  label: string;
  icon: LucideIcon;
  /** Whose link it is. */
  isFor: (experiences: Experiences, role: Profile['role']) => boolean;
  /** Carries the number of unread messages. */
  showsUnread?: true;
}

const isOpen = (experience: Experience): boolean => experience === 'use' || experience === 'show';

/** The navigation, in order. A new area adds its line here and its route in routes/router.tsx. */
const links: readonly TopBarLink[] = [
  {
    to: '/learninghub',
    label: 'nav.learningHub',
    icon: GraduationCap,
    isFor: ({ session }) => isOpen(session),
  },
  {
    to: '/mentorship',
    label: 'nav.mentorship',
    icon: Sprout,
    isFor: ({ curriculum }) => isOpen(curriculum),
  },
  { to: '/surveylisting', label: 'nav.survey', icon: ClipboardList, isFor: ({ survey }) => isOpen(survey) },
  {
    to: '/chat',
    label: 'nav.chat',
    icon: MessagesSquare,
    isFor: ({ chattype, chatStatus }) =>
      isOpen(chattype) && (chatStatus.mentorshipChat === 'use' || chatStatus.aiChat === 'use'),
    showsUnread: true,
  },
  {
    to: '/internship',
    label: 'nav.internships',
    icon: BriefcaseBusiness,
    isFor: ({ internship }) => isOpen(internship),
  },
  { to: '/staff/reports', label: 'nav.reports', icon: ShieldCheck, isFor: (_, role) => role === 'Staff' },
];

export function topBarLinks(experiences: Experiences, role: Profile['role']): readonly TopBarLink[] {
  return links.filter((link) => link.isFor(experiences, role));
}
