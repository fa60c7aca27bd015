/** After `#/models/`: the id of a model, or this for one that is made. No id of a model is this. */
export const newOne = '+'
