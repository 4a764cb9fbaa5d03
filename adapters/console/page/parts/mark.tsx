/** The mark of mailproof: an envelope whose flap is a tick. The icon in index.html is the same. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M24 14v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 8 22.5V12" />
      <path d="m8 12 7.5 6.5L25.5 8" />
    </svg>
  );
}
