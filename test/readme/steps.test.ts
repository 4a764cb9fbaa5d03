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

it('output that no command precedes is refused', () => {
  expect(() => stepsOf('```console\none\n```\n')).toThrow('Line 2 is output before any command.');
});
