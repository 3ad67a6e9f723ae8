export const pythonTag = '<|python_tag|>';

/** What ends the turns of Llama 3. */
export const llamaEnds: readonly string[] = ['<|eom_id|>', '<|eot_id|>', '<|end_of_text|>', '<|begin_of_text|>'];

/** What of its turns is left out: their ends, and the header where a server leaves it. */
export const llamaMarks: readonly string[] = [...llamaEnds, '<|start_header_id|>assistant<|end_header_id|>'];
