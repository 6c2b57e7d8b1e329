/** Colours that the provider's brand rules require. */
const QUARTERS = [
  { colour: '#ea4335', from: 200, to: 318 },
  { colour: '#fbbc05', from: 145, to: 200 },
  { colour: '#34a853', from: 48, to: 145 },
  { colour: '#4285f4', from: 0, to: 48 },
];

const RADIUS = 7.5;

function point(degrees: number): string {
  const radians = (degrees * Math.PI) / 180;
  return `${(10 + RADIUS * Math.cos(radians)).toFixed(2)} ${(10 + RADIUS * Math.sin(radians)).toFixed(2)}`;
}

/** The logo of Google. */
export function GoogleLogo() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" strokeWidth="3.6" aria-hidden="true">
      {QUARTERS.map(({ colour, from, to }) => (
        <path key={colour} stroke={colour} d={`M${point(from)}A${RADIUS} ${RADIUS} 0 0 1 ${point(to)}`} />
      ))}
      <path stroke="#4285f4" d="M10.2 10h9" />
    </svg>
  );
}
