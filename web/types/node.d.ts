// Stands in for the types of Node, which packages ask for (`docx` does) and which the code of pages must not see.
declare namespace NodeJS {}
