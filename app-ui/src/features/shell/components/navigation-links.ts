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

export interface NavigationLink {
  to: string;
  /** Key of the catalogue: the title of the page. */
  label: string;
  /** Key of the text where there is little room; only links of the phone's bar have one. */
  short?: string;
  icon: LucideIcon;
  /** Whether a person sees the link. */
  isFor: (experiences: Experiences, role: Profile['role']) => boolean;
  /** What it counts: unread messages, or proposals that wait for a decision. */
  counts?: 'unread' | 'decisions';
}

const isOpen = (experience: Experience): boolean => experience === 'use' || experience === 'show';

/** The navigation in order. A new area adds its link here and its routes in routes/router.tsx. */
const links: readonly NavigationLink[] = [
  {
    to: '/learninghub',
    label: 'titles.learningHub',
    short: 'shell.learn',
    icon: GraduationCap,
    isFor: ({ session }) => isOpen(session),
  },
  {
    to: '/mentorship',
    label: 'titles.mentorship',
    icon: Sprout,
    isFor: ({ curriculum }) => isOpen(curriculum),
    counts: 'decisions',
  },
  {
    to: '/surveylisting',
    label: 'titles.surveys',
    icon: ClipboardList,
    isFor: ({ survey }) => isOpen(survey),
  },
  {
    to: '/chat',
    label: 'titles.chat',
    icon: MessagesSquare,
    isFor: ({ chattype, chatStatus }) =>
      isOpen(chattype) && (chatStatus.mentorshipChat === 'use' || chatStatus.aiChat === 'use'),
    counts: 'unread',
  },
  {
    to: '/internship',
    label: 'titles.internship',
    icon: BriefcaseBusiness,
    isFor: ({ internship }) => isOpen(internship),
  },
  { to: '/staff', label: 'titles.staff', icon: ShieldCheck, isFor: (_, role) => role === 'Staff' },
];

export function navigationLinks(experiences: Experiences, role: Profile['role']): readonly NavigationLink[] {
  return links.filter((link) => link.isFor(experiences, role));
}
