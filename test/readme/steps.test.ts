import { expect, it } from 'vitest';
import { stepsOf } from './steps.ts';

const document = `# A package

## Install

\`\`\`sh
npm install it

npm install more # if needed
\`\`\`

### In a program

An ES module, \`first.mjs\`:

\`\`\`js
go();
\`\`\`

Part of another one:

\`\`\`js
stop();
\`\`\`

## Try it

\`\`\`console
$ node first.mjs > out.txt
$ cat out.txt
one
two
\`\`\`
`;

it('the code blocks of a document are files, commands, and what comes of them', () => {
  expect(stepsOf(document)).toEqual([
    { kind: 'command', command: 'npm install it', output: undefined, section: 'Install', line: 6 },
    {
      kind: 'command',
      command: 'npm install more # if needed',
      output: undefined,
      section: 'Install',
      line: 6,
    },
    { kind: 'file', name: 'first.mjs', text: 'go();\n', section: 'Install: In a program', line: 16 },
    { kind: 'command', command: 'node first.mjs > out.txt', output: '', section: 'Try it', line: 28 },
    { kind: 'command', command: 'cat out.txt', output: 'one\ntwo', section: 'Try it', line: 28 },
  ]);
});

it('a numbered list that begins with a link is what to do in a page', () => {
  const list = [
    '## Try it',
    '1. Open the link.',
    '2. Click **Sign in**.',
    '3. Type `shop` into **Name**. You see **Ready**, at once.',
    '4. Choose `list.csv` for **List**.',
    '',
    '1. Open it.',
  ];
  const place = { kind: 'page', section: 'Try it' };
  expect(stepsOf(list.join('\n'))).toEqual([
    { ...place, action: { kind: 'open' }, seen: undefined, line: 2 },
    { ...place, action: { kind: 'click', name: 'Sign in' }, seen: undefined, line: 3 },
    { ...place, action: { kind: 'type', text: 'shop', label: 'Name' }, seen: 'Ready', line: 4 },
    { ...place, action: { kind: 'choose', file: 'list.csv', label: 'List' }, seen: undefined, line: 5 },
  ]);
});

it('a list of things to do in a page that has something else is refused', () => {
  expect(() => stepsOf('1. Open the link.\n2. Have fun.\n')).toThrow(
    '"2. Have fun." is nothing that a reader',
  );
});

it('output that no command precedes is refused', () => {
  expect(() => stepsOf('```console\none\n```\n')).toThrow('Line 2 is output before any command.');
});
