import {
  BookOpenText,
  Briefcase,
  CalendarCheck,
  Clock4,
  Compass,
  HandHeart,
  Languages,
  type LucideIcon,
  MapPin,
  MessagesSquare,
  Star,
  Target,
  UsersRound,
} from 'lucide-react';

/** The icons that a programme can choose for a criterion. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  language: Languages,
  clock: Clock4,
  calendar: CalendarCheck,
  pin: MapPin,
  heart: HandHeart,
  briefcase: Briefcase,
  chat: MessagesSquare,
  target: Target,
  star: Star,
  compass: Compass,
  people: UsersRound,
  book: BookOpenText,
};

/** The icon of a criterion; a star for one that this version does not know. */
export function CriterionIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Icon = ICONS[name] ?? Star;
  return <Icon aria-hidden size={size} strokeWidth={1.75} />;
}
