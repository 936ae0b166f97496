declare module 'handlebars/dist/handlebars.min.js' {
	import Handlebars from 'handlebars';
	export default Handlebars;
}
